"""Browsers that keep nothing, as scripts that come before those of a page."""

THROWS = """for (const name of ["localStorage", "sessionStorage"]) {
    Object.defineProperty(window, name, {
        get() { throw new DOMException("no", "SecurityError"); },
    });
}"""
FULL = """Storage.prototype.setItem = () => {
    throw new DOMException("full", "QuotaExceededError");
}"""
