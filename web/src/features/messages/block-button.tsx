import { Button, type ButtonProps } from "@chakra-ui/react";
import { blockPerson, readThread, unblockPerson } from "#shared/contract/messages.ts";
import type { ThreadId } from "#shared/model/ids.ts";
import type { OpenThread } from "#shared/model/message.ts";
import { getDisplayName } from "#shared/rules/person-name.ts";
import { changes, effectOn } from "#web/api/changes.ts";
import { send } from "#web/api/send.ts";
import { useSignedIn } from "#web/session/use-session.ts";
import { Confirm } from "#web/ui/confirm.tsx";
import { toast } from "#web/ui/toaster.tsx";

const showBlocked = (threadId: ThreadId, blocked: boolean) =>
  changes.done(effectOn(readThread, { threadId }, (page) => ({ ...page, thread: { ...page.thread, blocked } })));

type Blockable = Pick<OpenThread["thread"], "threadId" | "person" | "blocked">;

/** Blocks the other participant after a confirmation, or unblocks them immediately. */
export function BlockButton({ thread, ...look }: { readonly thread: Blockable } & ButtonProps) {
  const { id: userId } = useSignedIn();
  const { threadId, person, blocked } = thread;
  const name = getDisplayName(person);
  const params = { userId, personId: person.id };

  async function change(route: typeof blockPerson | typeof unblockPerson, failure: string, done: string) {
    await send(route, { params }, { errorMessage: failure });
    showBlocked(threadId, route === blockPerson);
    toast.success(done);
  }

  if (blocked) {
    const unblock = () => change(unblockPerson, `${name} couldn't be unblocked`, `You unblocked ${name}`);
    return (
      <Button {...look} onClick={() => void unblock().catch(() => {})}>
        Unblock
      </Button>
    );
  }
  return (
    <Confirm
      title={`Block ${name}?`}
      text="You won't be able to message each other, and you'll get no notifications about them except for orders. They aren't notified. You can unblock them in your settings."
      action="Block"
      onConfirm={() => change(blockPerson, `${name} couldn't be blocked`, `You blocked ${name}`)}
      trigger={<Button {...look}>Block</Button>}
    />
  );
}
