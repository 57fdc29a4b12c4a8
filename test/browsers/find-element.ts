import { queryAllByLabelText, queryAllByRole, queryAllByText } from "@testing-library/dom";

/** An element by what people perceive of it, serializable. */
export interface Target {
  readonly by: "role" | "label" | "text" | "css";
  readonly value: string;
  /** Accessible name, or a part of it, for roles. */
  readonly name?: string;
}

/** The document's body and the shadow roots within it, such as the card's form. */
function findRoots(): HTMLElement[] {
  const shadows = [...document.querySelectorAll("*")].flatMap(({ shadowRoot }) => [...(shadowRoot?.children ?? [])]);
  return [document.body, ...shadows.filter((element) => element instanceof HTMLElement)];
}

const QUERIES = {
  role: (root: HTMLElement, { value, name }: Target) => {
    if (name === undefined) return queryAllByRole(root, value);
    const exact = queryAllByRole(root, value, { name });
    return exact.length > 0 ? exact : queryAllByRole(root, value, { name: (whole) => whole.includes(name) });
  },
  label: (root: HTMLElement, { value }: Target) => queryAllByLabelText(root, value),
  text: (root: HTMLElement, { value }: Target) =>
    queryAllByText(root, value, { exact: false, ignore: "script,style,title" }),
  css: (root: HTMLElement, { value }: Target) => [...root.querySelectorAll<HTMLElement>(value)],
};

/** Runs in the browser: the first such element. */
export function findElement(target: Target): HTMLElement | undefined {
  return findRoots().flatMap((root) => QUERIES[target.by](root, target))[0];
}
