/* Through this the theme keeps what it keeps (the build has its scripts ask here): where a browser
   refuses to keep anything, or has no room left, all works until the page is left. */
window.rulebookStorage = (() => {
  const forgiving = (name) => {
    const here = new Map();
    return {
      getItem(key) {
        if (here.has(key)) return here.get(key);
        try { return window[name].getItem(key); } catch { return null; }
      },
      setItem(key, value) {
        try { window[name].setItem(key, value); } catch { here.set(key, String(value)); }
      },
    };
  };
  return { local: forgiving("localStorage"), session: forgiving("sessionStorage") };
})();
