// A sign at the foot of a box that scrolls, while there is more of it below.

const NEARLY_PX = 4;

/** Keeps the class "more" on the box while its content goes on below what is seen; a box that scrolls is one for keys. */
export function marksMore(box) {
  const look = () => {
    const hidden = box.scrollHeight - box.clientHeight;
    box.classList.toggle("more", hidden - box.scrollTop > NEARLY_PX);
    if (hidden > NEARLY_PX) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  };
  box.addEventListener("scroll", look, { passive: true });
  new ResizeObserver(look).observe(box);
  new MutationObserver(look).observe(box, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ["hidden", "open"],
  });
}
