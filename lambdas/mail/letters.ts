import { APP_NAME } from "#shared/brand.ts";
import type { Letter } from "./letter.ts";

/** Every mail of the product. A link is complete: scheme, host and path. */
export const letters = {
  verification: (href: string): Letter => ({
    subject: `Verify your email for ${APP_NAME}`,
    paragraphs: [
      `Welcome to ${APP_NAME}. Open the link below to verify your email; after that you can log in.`,
      "The link works once, for 24 hours. If you didn't sign up, ignore this mail.",
    ],
    action: { label: "Verify email", href },
  }),
  passwordReset: (href: string): Letter => ({
    subject: `Reset your ${APP_NAME} password`,
    paragraphs: [
      "Someone, hopefully you, asked for a new password. Open the link below to choose one.",
      "The link works once, for one hour. If it wasn't you, ignore this mail: your password stays as it is.",
    ],
    action: { label: "Choose a new password", href },
  }),
  passwordChanged: (href: string): Letter => ({
    subject: `Your ${APP_NAME} password was changed`,
    paragraphs: [
      "Your password was changed just now, and every device was logged out.",
      "If it wasn't you, reset your password at once.",
    ],
    action: { label: "Reset password", href },
  }),
  emailChange: (href: string): Letter => ({
    subject: `Confirm your new email for ${APP_NAME}`,
    paragraphs: [
      "Open the link below to make this the email of your account.",
      "The link works once, for 24 hours. If you didn't ask for it, ignore this mail.",
    ],
    action: { label: "Confirm email", href },
  }),
} as const;
