import { useCallback } from "react";
import { useSWRConfig } from "swr";
import {
  followArtist,
  listFollowed,
  listFollowedArtwork,
  unfollowArtist,
  updateFollow,
} from "#shared/contract/follows.ts";
import type { UserId } from "#shared/model/ids.ts";
import { getDisplayName } from "#shared/rules/person-name.ts";
import { changes, type Effect } from "#web/api/changes.ts";
import { buildCacheKey } from "#web/api/read-cache.ts";
import { send } from "#web/api/send.ts";
import { createToggles } from "#web/api/toggles.ts";
import { useInvalidate } from "#web/api/use-invalidate.ts";
import { askToLogIn } from "#web/features/accounts/log-in-prompt.tsx";
import { session } from "#web/session/browser-session.ts";
import { toast } from "#web/ui/toaster.tsx";

/** The artist of a follow button. */
export interface Followable {
  readonly id: UserId;
  readonly name: string;
  readonly fullName: string;
}

type Answer = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Answer => typeof value === "object" && value !== null;

const matchesArtist = (value: unknown, artistId: string) => isRecord(value) && value.id === artistId;

/** A response's item with the follow state changed, and its follower count if it has one. */
function withFollow(data: Answer, on: boolean, notify: boolean): Answer {
  // The response says whether it was read after the write.
  if ((data.followed ?? false) === on) return data;
  const { followers } = data;
  return {
    ...data,
    followed: on,
    followNotify: on && notify,
    ...(typeof followers === "number" ? { followers: Math.max(0, followers + (on ? 1 : -1)) } : {}),
  };
}

/** Optimistic change in all responses about the artist: profile, artwork pages, followed list. */
const effectOn =
  (artistId: string, change: (data: Answer) => Answer): Effect =>
  (data) => {
    if (!isRecord(data)) return data;
    if (matchesArtist(data, artistId) && "followers" in data) return change(data);
    if (matchesArtist(data.owner, artistId) && "licenses" in data) return change(data);
    const { items } = data;
    const isIt = (item: unknown): item is Answer => isRecord(item) && matchesArtist(item.artist, artistId);
    if (!Array.isArray(items) || !items.some(isIt)) return data;
    return { ...data, items: items.map((item: unknown) => (isIt(item) ? change(item) : item)) };
  };

const followEffect = (artistId: string, on: boolean, notify = true) =>
  effectOn(artistId, (data) => withFollow(data, on, notify));

const notifyEffect = (artistId: string, on: boolean) =>
  effectOn(artistId, (data) => (data.followed ? { ...data, followNotify: on } : data));

/** Shared by the tab, because an artist can have several buttons. */
const toggles = createToggles(changes);

/**
 * Reloads the feed, and the user's list when it is next shown: a shown list keeps an unfollowed artist, who can be followed
 * again.
 */
function useFollowsChanged() {
  const { cache, mutate } = useSWRConfig();
  const invalidate = useInvalidate();
  return useCallback(async () => {
    const userId = session.state().user?.id;
    if (!userId) return;
    const list = buildCacheKey(listFollowed, { params: { userId } });
    const pages = [...cache.keys()].filter((key) => key.split("?")[0] === list);
    await Promise.all([
      ...pages.map((key) => mutate(key, undefined, { revalidate: false })),
      invalidate(listFollowedArtwork),
    ]);
  }, [cache, mutate, invalidate]);
}

/** Follows or unfollows an artist, and switches notifications; visitors are asked to log in first. */
export function useFollow(artist: Followable) {
  const changed = useFollowsChanged();
  const { id } = artist;
  const shownName = getDisplayName(artist);
  const params = { username: artist.name };

  async function set(on: boolean, notify = true) {
    const write = () =>
      on
        ? send(
            followArtist,
            { params, body: { followNotify: notify } },
            { errorMessage: `${shownName} couldn't be followed` },
          )
        : send(unfollowArtist, { params }, { errorMessage: `${shownName} couldn't be unfollowed` });
    const effect = followEffect(id, on, notify);
    const isChanged = await toggles.set(`${session.state().user?.id} follow ${id}`, on, effect, write);
    if (isChanged) await changed();
    return isChanged;
  }

  return {
    async follow() {
      // The visitor may log in as the artist.
      if ((await askToLogIn("follow artists")) && session.state().user?.id !== id) await set(true);
    },
    /** `notify`: the current setting, which undo restores. */
    async unfollow(notify: boolean) {
      if (!(await set(false))) return;
      toast.success(`You no longer follow ${shownName}`, { label: "Undo", run: () => void set(true, notify) });
    },
    async setNotify(on: boolean) {
      const write = () =>
        send(
          updateFollow,
          { params, body: { followNotify: on } },
          { errorMessage: "The notifications couldn't be changed" },
        );
      await toggles.set(`${session.state().user?.id} notify ${id}`, on, notifyEffect(id, on), write);
    },
  };
}
