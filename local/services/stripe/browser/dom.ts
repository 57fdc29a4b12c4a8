/** An element with its attributes and children. */
export const element = <T extends keyof HTMLElementTagNameMap>(
  tag: T,
  attributes: object = {},
  ...children: Node[]
) => {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
};
