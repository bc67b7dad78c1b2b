// What a browser keeps of its visitor's choices; some are set to keep nothing, and say so by an error.

/** What is kept by that key in `store` ("localStorage" or "sessionStorage"); null for nothing. */
export function kept(store, key) {
  try {
    return window[store].getItem(key);
  } catch {
    return null;
  }
}

/** Keeps it for the next time, if that may be; null: nothing any more. */
export function keep(store, key, value) {
  try {
    if (value === null) window[store].removeItem(key);
    else window[store].setItem(key, value);
  } catch {
    // Then it holds for this time.
  }
}
