import type { Api } from "./start-api.ts";

type Method = (...given: unknown[]) => unknown;

/** A command's name with its entity; transactions and batches have neither. */
function getName(command: unknown) {
  const { constructor: kind, entity } = command as { constructor: { name: string }; entity?: { entityName: string } };
  return kind === Object ? "several items" : `${kind.name} ${entity?.entityName ?? ""}`.trim();
}

/**
 * Table, identity provider, mail and its queue that record their calls in order, which a caller could distinguish by response
 * time.
 */
export function recordCalls({ services: { table, identity, mail, mailRequests } }: Pick<Api, "services">) {
  const calls: string[] = [];
  const recorded = <T extends object>(service: T, what: string): T =>
    new Proxy(service, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== "function") return value;
        return (...given: unknown[]) => {
          calls.push(`${what} ${String(name)}`);
          return (value as Method).apply(target, given);
        };
      },
    });
  const send: typeof table.send = (command) => {
    calls.push(`table ${getName(command)}`);
    return table.send(command);
  };
  return {
    calls,
    instead: {
      table: { send },
      identity: recorded(identity, "provider"),
      mail: recorded(mail, "mail"),
      mailRequests: recorded(mailRequests, "queue"),
    },
  };
}
