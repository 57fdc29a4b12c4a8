import { Box, chakra, Flex, Stack } from "@chakra-ui/react";
import { useDeferredValue, useState } from "react";
import { useWatch } from "react-hook-form";
import { LIMITS } from "#shared/limits.ts";
import { PasswordField } from "#web/ui/form/password-field.tsx";
import type { estimateStrength, PasswordStrength, StrengthLevel } from "./password-strength.ts";

interface NewPasswordFieldProps {
  readonly label: string;
  /** The account's name, username and e-mail address, which attackers may know. */
  readonly personal: readonly string[];
}

type Estimate = typeof estimateStrength;

/** Field for a new password; estimates its strength without enforcing it. */
export function NewPasswordField({ label, personal }: NewPasswordFieldProps) {
  const [estimate, setEstimate] = useState<Estimate | null>(null);

  /** Loads the large list of common passwords on first focus; without it there is no estimate. */
  function load() {
    if (estimate) return;
    import("./password-strength.ts").then((loaded) => setEstimate(() => loaded.estimateStrength)).catch(() => {});
  }

  return (
    <Stack gap="1.5" onFocus={load}>
      <PasswordField
        name="userPassword"
        label={label}
        autoComplete="new-password"
        max={LIMITS.password.max}
        hint={`At least ${LIMITS.password.min} characters`}
        rule={`it needs ${LIMITS.password.min} to ${LIMITS.password.max} characters`}
      />
      <StrengthLine estimate={estimate} personal={personal} />
    </Stack>
  );
}

const LEVELS = ["Very weak", "Weak", "Fair", "Strong", "Very strong"] as const satisfies Record<StrengthLevel, string>;

const WARNINGS = {
  common: "close to a common password",
  personal: "close to your name, username or email",
} as const;

const COLORS = ["fg.error", "fg.error", "fg.warning", "fg.success", "fg.success"] as const;

const Bar = chakra("span", { base: { flex: "1", height: "1", borderRadius: "full", bg: "bg.emphasized" } });

/** Keeps its height while empty, so that nothing shifts. */
function StrengthLine({ estimate, personal }: { estimate: Estimate | null; personal: readonly string[] }) {
  const value: unknown = useWatch({ name: "userPassword" });
  const password = useDeferredValue(typeof value === "string" ? value : "");
  const strength = estimate && password ? estimate(password, personal) : null;
  return (
    <Box>
      <Flex gap="1" aria-hidden>
        {LEVELS.slice(1).map((name, index) => (
          <Bar key={name} {...(strength && index < Math.max(strength.level, 1) && { bg: COLORS[strength.level] })} />
        ))}
      </Flex>
      <Box role="status" aria-live="polite" minHeight="5" mt="1" textStyle="xs" color="fg.muted">
        {strength && describeStrength(strength)}
      </Box>
    </Box>
  );
}

const describeStrength = ({ level, warning }: PasswordStrength) =>
  warning ? `${LEVELS[level]}: ${WARNINGS[warning]}` : LEVELS[level];
