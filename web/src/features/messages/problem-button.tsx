import { Button } from "@chakra-ui/react";
import { useState } from "react";
import type { Order } from "#shared/model/order.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";

const ProblemDialog = lazyPart(() => import("./problem-dialog.tsx"));

interface ProblemButtonProps {
  readonly order: Order;
  /** True if the buyer may ask for a refund. */
  readonly isRefundable: boolean;
}

/** Opens the dialog for a problem with an order. */
export function ProblemButton(props: ProblemButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="plain" size="sm" px="0" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Report a problem
      </Button>
      {isOpen && <ProblemDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
