import { v5 as uuidv5 } from "uuid";

const UNKNOWN_LOGIN = "0190a5f0-6e6f-7000-8000-626f64790000";
const NO_SIGNUP = "0190a5f0-6e6f-7000-8000-626f64790001";

const decoy = (name: string, kind: string) => uuidv5(Buffer.from(name.toLowerCase()), kind);

/**
 * An id that no account has, always the same for a name: an unknown name takes the same way through the identity
 * provider as a known one, its lock-outs included, so that neither answer nor time tells them apart.
 */
export const decoyUserId = (name: string) => decoy(name, UNKNOWN_LOGIN);

/** The same for an address that nobody signed up with lately. */
export const decoySignupId = (email: string) => decoy(email, NO_SIGNUP);
