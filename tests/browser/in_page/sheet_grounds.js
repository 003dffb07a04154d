/* The grounds on which the cells of a sheet lie. */
() => {
    const grounds = new Set();
    let each = document.querySelector('.rb-quick td');
    for (; each; each = each.parentElement) grounds.add(getComputedStyle(each).backgroundColor);
    return [...grounds];
}
