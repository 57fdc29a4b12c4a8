import type { Operation, openApiDocument } from "./document.ts";
import { describeType, type Field, listAlternatives, listFields, type Schema } from "./fields.ts";
import { STYLE } from "./style.ts";

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);

/** Escapes a text and renders its parts between backticks as code. */
const prose = (text: string) => escaped(text).replace(/`([^`]+)`/g, "<code>$1</code>");

const code = (text: string) => `<code>${escaped(text)}</code>`;

/** A path that may wrap before each slash. */
const brokenPath = (path: string) => code(path).replaceAll(/(?<=\w|\})\/(?!code>)/g, "<wbr>/");

const list = (items: readonly string[]) => `<ul>${items.map((item) => `<li>${item}</li>`).join("")}</ul>`;

const fieldItem = ({ name, typeText, isRequired }: Field) =>
  `${code(name)} <span>${escaped(typeText)}${isRequired ? "" : ", optional"}</span>`;

/** Renders the fields of an object, or the type of any other value. */
function renderShape(schema: Schema): string {
  const fields = listFields(schema);
  return fields.length > 0 ? list(fields.map(fieldItem)) : `<p>${escaped(describeType(schema))}</p>`;
}

const findSchema = (content: Readonly<Record<string, { readonly schema: object }>> | undefined) =>
  Object.values(content ?? {})[0]?.schema as Schema | undefined;

function sent({ parameters = [], requestBody }: Operation): string {
  const named = parameters.map(({ name, in: place, required, schema }) => ({
    name,
    typeText: `in the ${place}, ${describeType(schema as Schema)}`,
    isRequired: required,
  }));
  const body = findSchema(requestBody?.content);
  const bodies = body ? listAlternatives(body) : [];
  return [
    ...(named.length > 0 ? [`<h4>Parameters</h4>${list(named.map(fieldItem))}`] : []),
    ...bodies.map((one, at) => `<h4>${at === 0 ? "Body" : "Or this body"}</h4>${renderShape(one)}`),
  ].join("");
}

interface Answer {
  readonly description: string;
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}

/** Renders the shape of a successful response, or the codes and messages of a failure. */
function answered([status, { description, content }]: readonly [string, Answer]): string {
  const isSuccess = status.startsWith("2");
  const schema = isSuccess ? findSchema(content) : undefined;
  const details = isSuccess
    ? schema
      ? renderShape(schema)
      : "<p>No body.</p>"
    : list(description.split("\n\n").map((line) => prose(line)));
  return `<details><summary>${status}${isSuccess ? " Success" : ""}</summary>${details}</details>`;
}

const renderRoute = (method: string, path: string, operation: Operation) =>
  `<article id="${operation.operationId}">
<h3>${escaped(operation.summary)}</h3>
<p class="route"><span class="method">${method.toUpperCase()}</span> ${code(path)}</p>
<p>${prose(operation.description)}</p>
${sent(operation)}
<h4>Answers</h4>
${Object.entries<Answer>(operation.responses).map(answered).join("\n")}
</article>`;

type Listed = readonly [method: string, path: string, operation: Operation];

/** Heading of a group: `second-factor` → `Second factor`. */
const toHeading = (tag: string) => tag.charAt(0).toUpperCase() + tag.slice(1).replaceAll("-", " ");

/** A self-contained page, without scripts, that describes every route of our OpenAPI document; `documentPath` is relative to it. */
export function apiReferencePage(document: ReturnType<typeof openApiDocument>, documentPath: string): string {
  const { info, tags, paths } = document;
  const routes: Listed[] = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Listed => [method, path, operation]),
  );
  const areas = tags.map(({ name }) => ({ name, routes: routes.filter(([, , { tags: of }]) => of.includes(name)) }));
  const title = `${info.title} API`;
  const contents = areas.map(
    ({ name, routes: own }) =>
      `<details><summary>${toHeading(name)}</summary>${list(
        own.map(
          ([method, path, { operationId }]) =>
            `<a href="#${operationId}"><span class="method">${method.toUpperCase()}</span> ${brokenPath(path)}</a>`,
        ),
      )}</details>`,
  );
  const sections = areas.map(
    ({ name, routes: own }) =>
      `<section aria-labelledby="area-${name}"><h2 id="area-${name}">${toHeading(name)}</h2>
${own.map((each) => renderRoute(...each)).join("\n")}</section>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="dark light">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<h1>${escaped(title)}</h1>
<p>${prose(info.description)} As OpenAPI 3.1: <a href="${escaped(documentPath)}">${escaped(documentPath)}</a></p>
</header>
<nav aria-label="Routes">${contents.join("\n")}</nav>
<main>
${sections.join("\n")}
</main>
</body>
</html>
`;
}
