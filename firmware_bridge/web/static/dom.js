// Makes and fills elements. Data becomes text nodes and attributes, never markup.

const SVG = "http://www.w3.org/2000/svg";

/** An HTML element: attributes by name (`onclick` and the like take functions; null and false leave one out). */
export function h(tag, attributes = {}, ...children) {
  return dressed(document.createElement(tag), attributes, children);
}

/** An SVG element, likewise. */
export function s(tag, attributes = {}, ...children) {
  return dressed(document.createElementNS(SVG, tag), attributes, children);
}

function dressed(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...there(children));
  return element;
}

function there(children) {
  return children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);
}

/** New children for an element; the one that had the focus has it again, if its data-key is still there. */
export function fill(element, ...children) {
  const focused = element.contains(document.activeElement) && document.activeElement.closest("[data-key]");
  element.replaceChildren(...there(children));
  if (focused) {
    const again = element.querySelector(`[data-key="${CSS.escape(focused.dataset.key)}"]`);
    if (again) again.focus({ preventScroll: true });
  }
}

/** A function that draws only when what it draws has changed. */
export function whenChanged(draw) {
  let last;
  return (...values) => {
    const now = JSON.stringify(values);
    if (now === last) return;
    last = now;
    draw(...values);
  };
}

/** The elements of the page that have an id, by it. */
export function parts(...ids) {
  return Object.fromEntries(ids.map((id) => [id, document.getElementById(id)]));
}

/** Whether the visitor's system does not ask for less motion. */
export function mayMove() {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}
