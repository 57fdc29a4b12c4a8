import { useEffect, useRef } from "react";
import { listThreads, markThreadRead, readThread, readUnreadThreads, writeMessage } from "#shared/contract/messages.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { ThreadId } from "#shared/model/ids.ts";
import type { MessageForm, Thread } from "#shared/model/message.ts";
import { changes, effectOn } from "#web/api/changes.ts";
import { withIdempotencyKey } from "#web/api/idempotency-key.ts";
import { send } from "#web/api/send.ts";
import { useFreshPages } from "#web/api/use-fresh-pages.ts";
import { useInvalidate } from "#web/api/use-invalidate.ts";
import { useRead, useReadPages } from "#web/api/use-read.ts";
import { messageArrivals } from "#web/features/notifications/arrivals.ts";
import { notifications } from "#web/features/notifications/site-notifications.ts";

/** The user's threads, reloaded when a message arrives. */
export function useThreads() {
  const pages = useReadPages(listThreads, {}, { errorMessage: MESSAGES.failedFetchThreads });
  const reload = useRef(pages.reload);
  reload.current = pages.reload;
  useFreshPages(pages);
  useEffect(() => messageArrivals.subscribe(() => reload.current()), []);
  return pages;
}

/** Number of the user's unread threads, read again when a message arrives. */
export function useUnreadThreads(): number {
  const { data, mutate } = useRead(readUnreadThreads, {});
  useEffect(() => messageArrivals.subscribe(() => void mutate()), [mutate]);
  return data?.count ?? 0;
}

const markAsRead = (thread: Thread): Thread => ({ ...thread, unread: 0 });

/** Marks a thread as read while its newest message is visible. */
function useMarkRead(threadId: ThreadId, unread: number, messageId: string | undefined) {
  const invalidate = useInvalidate();
  useEffect(() => {
    if (unread === 0 || !messageId) return;
    async function mark() {
      if (document.visibilityState === "hidden" || !messageId) return;
      const { count } = await send(markThreadRead, { params: { threadId }, body: { messageId } });
      changes.done(effectOn(readThread, { threadId }, (page) => ({ ...page, thread: { ...page.thread, unread: 0 } })));
      changes.done(
        effectOn(listThreads, {}, (page) => ({
          ...page,
          items: page.items.map((thread) => (thread.threadId === threadId ? markAsRead(thread) : thread)),
        })),
      );
      notifications.readThread(threadId, count);
      void invalidate(readUnreadThreads);
    }
    // After a failure the thread stays unread until the next visit.
    const tryToMark = () => void mark().catch(() => {});
    tryToMark();
    document.addEventListener("visibilitychange", tryToMark);
    return () => document.removeEventListener("visibilitychange", tryToMark);
  }, [threadId, unread, messageId, invalidate]);
}

/** Sends messages of a thread; rejects on an API error, after showing its message in a toast. */
export function useWriteMessage(threadId: ThreadId) {
  const params = { threadId };
  const invalidate = useInvalidate();
  return async (messageContent: string, messageKind: MessageForm["messageKind"] = "text") => {
    const body = { messageContent, messageKind };
    const written = await withIdempotencyKey(`message ${threadId}`, body, (idempotencyKey) =>
      send(writeMessage, { params, body }, { idempotencyKey, errorMessage: MESSAGES.failedSendMessage }),
    );
    changes.done(
      effectOn(readThread, params, (page, isFirst) =>
        isFirst && !page.items.some(({ messageId }) => messageId === written.messageId)
          ? { ...page, items: [written, ...page.items] }
          : page,
      ),
    );
    void invalidate(listThreads);
  };
}

/** A thread and its messages, newest first; reloaded when one arrives. */
export function useThread(threadId: ThreadId) {
  const params = { threadId };
  const pages = useReadPages(readThread, { params }, { errorMessage: MESSAGES.failedFetchThread });
  const write = useWriteMessage(threadId);
  const { first, items } = pages;
  const reload = useRef(pages.reload);
  reload.current = pages.reload;
  useFreshPages(pages);
  useEffect(
    () => messageArrivals.subscribe((arrived) => (arrived === null || arrived === threadId) && reload.current()),
    [threadId],
  );
  useMarkRead(threadId, first?.thread.unread ?? 0, items[0]?.messageId);
  return {
    pages,
    thread: first?.thread,
    async write(content: string, kind: MessageForm["messageKind"] = "text") {
      await write(content, kind);
      if (kind !== "text") pages.reload();
    },
  };
}
