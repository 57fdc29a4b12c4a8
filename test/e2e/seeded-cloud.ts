import { inject } from "vitest";
import { logIn } from "#demo/client.ts";

interface SeededComment {
  readonly author: { readonly name: string };
  readonly replies?: { readonly items: readonly SeededComment[] };
}

export const listReplies = ({ items }: { readonly items: readonly SeededComment[] }) =>
  items.flatMap(({ replies }) => replies?.items ?? []);

/** Reads the shared laptop cloud's demo through its API. */
export function seededCloud() {
  const { origin } = inject("cloud");

  async function get(path: string) {
    const response = await fetch(origin + path);
    return response.json();
  }

  /** A user's sales: titles and earnings in cents. */
  async function soldBy(userUsername: string) {
    const session = await logIn(origin, userUsername);
    const path = `/api/users/${session.userId}/orders?type=sales`;
    const { items } = await session.call<{ items: { orderEarned: number; artwork: { title: string } }[] }>({
      step: "list the sales",
      method: "GET",
      path,
    });
    return items.map(({ artwork, orderEarned }) => [artwork.title, orderEarned]).sort();
  }

  return { origin, get, soldBy };
}
