// Text that has to be seen whole, from afar: as large as its box has room for.

const STEP = 0.94;
const SMALLEST = 0.3;

/** Makes the letters of a box smaller until all of it is seen, again whenever box or content change. */
export function fits(box) {
  const content = () => Math.ceil(box.scrollHeight) <= box.clientHeight && box.scrollWidth <= box.clientWidth;
  const fit = () => {
    let scale = 1;
    box.style.setProperty("--fit", scale);
    while (box.clientHeight && !content() && scale > SMALLEST) box.style.setProperty("--fit", (scale *= STEP));
  };
  new ResizeObserver(fit).observe(box);
  new MutationObserver(fit).observe(box, { childList: true, subtree: true, characterData: true });
}
