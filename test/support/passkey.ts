import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";

/** Flags of authenticator data: user present, user verified, attested credential data. */
const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;

const sha256 = (data: string | Uint8Array) => createHash("sha256").update(data).digest();
const base64url = (data: Uint8Array) => Buffer.from(data).toString("base64url");

/** Values that a malicious page or authenticator forges. */
export interface Tampering {
  readonly origin?: string;
  readonly rpId?: string;
  readonly type?: string;
  readonly verifiesUser?: boolean;
  readonly userHandle?: string;
  readonly counter?: number;
}

interface Options {
  readonly challenge?: string;
  readonly user?: { readonly id: string };
}

/** An authenticator with one ES256 passkey of the site, which counts its signatures unless it is synchronised. */
export function createPasskey({
  origin = "http://localhost:3000",
  rpId = "localhost",
  counts = true,
}: {
  origin?: string;
  rpId?: string;
  counts?: boolean;
} = {}) {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const id = randomBytes(24);
  const credential = { id: base64url(id), rawId: base64url(id), type: "public-key" };
  let counter = 0;
  let handle = "";

  const authenticatorData = (tampering: Tampering, flags: number, count: number, attested = Buffer.alloc(0)) => {
    const rest = Buffer.alloc(5);
    rest.writeUInt8(flags | PRESENT | (tampering.verifiesUser === false ? 0 : VERIFIED));
    rest.writeUInt32BE(tampering.counter ?? count, 1);
    return Buffer.concat([sha256(tampering.rpId ?? rpId), rest, attested]);
  };
  const clientData = (type: string, { challenge }: Options, tampering: Tampering) =>
    Buffer.from(
      JSON.stringify({
        type: tampering.type ?? type,
        challenge,
        origin: tampering.origin ?? origin,
        crossOrigin: false,
      }),
    );

  return {
    /** Result of `navigator.credentials.create`. */
    register(options: Options, tampering: Tampering = {}) {
      handle = options.user?.id ?? "";
      const cose = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, "base64url"))],
        [-3, new Uint8Array(Buffer.from(y, "base64url"))],
      ]);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, isoCBOR.encode(cose as never)]);
      const authData = new Uint8Array(authenticatorData(tampering, ATTESTED, counter, attested));
      const attestation = new Map<string, unknown>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", authData],
      ]);
      const clientDataJSON = base64url(clientData("webauthn.create", options, tampering));
      const attestationObject = base64url(isoCBOR.encode(attestation as never));
      return { ...credential, response: { clientDataJSON, attestationObject, transports: ["internal"] } };
    },
    /** Result of `navigator.credentials.get`. */
    sign(options: Options, tampering: Tampering = {}) {
      if (counts) counter++;
      const data = authenticatorData(tampering, 0, counter);
      const client = clientData("webauthn.get", options, tampering);
      const signature = sign("sha256", Buffer.concat([data, sha256(client)]), privateKey);
      const response = {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(signature),
        userHandle: tampering.userHandle ?? handle,
      };
      return { ...credential, response };
    },
  };
}
