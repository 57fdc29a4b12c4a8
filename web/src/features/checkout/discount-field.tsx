import { Button, chakra, Flex, Input } from "@chakra-ui/react";
import X from "lucide-react/icons/x";
import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useRef, useState } from "react";
import { flushSync } from "react-dom";
import * as z from "zod/mini";
import { readDiscount } from "#shared/contract/orders.ts";
import { LIMITS } from "#shared/limits.ts";
import type { ArtworkId } from "#shared/model/ids.ts";
import { type Discount, DiscountForm } from "#shared/model/order.ts";
import { ApiError } from "#web/api/response.ts";
import { send } from "#web/api/send.ts";
import { CharacterCount, FieldLayout } from "#web/ui/form/labelled-field.tsx";
import { TextButton } from "#web/ui/text-button.tsx";

const CodeForm = z.pick(DiscountForm, { discountCode: true });
const { max } = LIMITS.discountCode;

export interface DiscountFieldHandle {
  /** Applies a typed but unapplied code; false if that changed the total, so that nobody pays one they haven't seen. */
  readonly settle: () => Promise<boolean>;
  /** Shows why an applied code can't be used. */
  readonly refuse: (message: string) => void;
  readonly focus: () => void;
}

/** A refused code doesn't block the payment; one that couldn't be checked does, as it may lower the total. */
interface Problem {
  readonly message: string;
  readonly isRefusal: boolean;
}

const UNCHECKED = "The code couldn't be checked. Try again, or clear it to pay without a discount.";

/** A discount with its code as typed. */
export interface AppliedDiscount extends Discount {
  readonly code: string;
}

interface DiscountFieldProps {
  readonly ref: Ref<DiscountFieldHandle>;
  readonly artworkId: ArtworkId;
  /** The code of the link to the artwork, applied immediately; null without one. */
  readonly linkedCode: string | null;
  readonly discount: AppliedDiscount | null;
  readonly onChange: (discount: AppliedDiscount | null) => void;
}

/**
 * Field and effect of a discount code. Not a form element: nested in the checkout form, its reset would empty the outer
 * one, and Enter would pay.
 */
export function DiscountField({ ref, artworkId, linkedCode, discount, onChange }: DiscountFieldProps) {
  const [code, setCode] = useState(linkedCode ?? "");
  const [problem, setProblem] = useState<Problem>();
  const [isChecking, setChecking] = useState(false);
  const [isOpen, setOpen] = useState(linkedCode !== null);

  const input = useRef<HTMLInputElement>(null);

  useImperativeHandle(ref, () => ({
    async settle() {
      if (discount || code.trim() === "" || problem?.isRefusal) return true;
      await check();
      return false;
    },
    refuse(message) {
      setOpen(true);
      setProblem({ message, isRefusal: true });
    },
    focus: () => input.current?.focus(),
  }));

  const wasLinkedChecked = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the code that the page opens with
  useEffect(() => {
    if (!linkedCode || wasLinkedChecked.current) return;
    wasLinkedChecked.current = true;
    void check({ takesFocus: false });
  }, []);

  async function check({ takesFocus = true } = {}) {
    const parsed = CodeForm.safeParse({ discountCode: code });
    if (!parsed.data) return setProblem({ message: parsed.error.issues[0]?.message ?? UNCHECKED, isRefusal: true });
    if (isChecking) return;
    setProblem(undefined);
    setChecking(true);
    try {
      const body = { ...parsed.data, artworkId };
      const options = { errorMessage: "The code couldn't be checked", inPlace: ["discount_invalid"] } as const;
      onChange({ ...(await send(readDiscount, { body }, options)), code: parsed.data.discountCode });
      setCode("");
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const refusal = error.fields.discountCode;
      setProblem({ message: refusal ?? UNCHECKED, isRefusal: refusal !== undefined });
      // The Apply button loses the focus while disabled.
      if (takesFocus) input.current?.focus();
    } finally {
      setChecking(false);
    }
  }

  function checkOnEnter(event: KeyboardEvent) {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void check();
  }

  if (discount) {
    return (
      <Flex align="center" justify="space-between" gap="3" textStyle="sm">
        <chakra.span role="status">{discount.percent}% off the license</chakra.span>
        <Button type="button" size="sm" variant="ghost" colorPalette="neutral" onClick={() => onChange(null)}>
          <X aria-hidden />
          Remove discount
        </Button>
      </Flex>
    );
  }
  if (!isOpen) {
    return (
      <TextButton
        onClick={() => {
          flushSync(() => setOpen(true));
          input.current?.focus();
        }}
      >
        Add a discount code
      </TextButton>
    );
  }
  return (
    <chakra.div
      role="group"
      aria-label="Discount"
      display="grid"
      gridTemplateColumns="minmax(0, 1fr) auto"
      gap="3"
      alignItems="start"
    >
      <FieldLayout
        label="Discount code"
        optional
        error={problem?.message}
        counter={<CharacterCount text={code} max={max} />}
      >
        <Input
          ref={input}
          value={code}
          onChange={(event) => {
            setCode(event.target.value);
            setProblem(undefined);
          }}
          onKeyDown={checkOnEnter}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
      </FieldLayout>
      <Button
        type="button"
        variant="outline"
        colorPalette="neutral"
        height="12"
        marginTop="calc(1.5 * {fontSizes.sm} + {spacing.1.5})"
        loading={isChecking}
        onClick={() => void check()}
      >
        Apply
      </Button>
    </chakra.div>
  );
}
