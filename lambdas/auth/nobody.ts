import { v5 as uuidv5 } from "uuid";

const NOBODY = "0190a5f0-6e6f-7000-8000-626f64790000";

/**
 * An id that no account has, always the same for a name: an unknown name takes the same way through the identity
 * provider as a known one, its lock-outs included, so that neither answer nor time tells them apart.
 */
export const nobodyNamed = (name: string) => uuidv5(Buffer.from(name.toLowerCase()), NOBODY);
