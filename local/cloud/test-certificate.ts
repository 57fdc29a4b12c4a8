import { createPrivateKey, type KeyObject, webcrypto } from "node:crypto";
import * as x509 from "@peculiar/x509";

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const YEARS_MS = 10 * 365 * 24 * 3_600_000;
/** The use of e-mail protection, which C2PA takes for signing claims. */
const CLAIM_SIGNING = "1.3.6.1.5.5.7.3.4";

const generateKeys = () => webcrypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]) as Promise<CryptoKeyPair>;

const toPem = (key: KeyObject) => key.export({ format: "pem", type: "pkcs8" }).toString();

/** An untrusted key, its certificate and root certificate, in PEM. */
export async function createTestCertificate() {
  x509.cryptoProvider.set(webcrypto as Crypto);
  const [root, own] = await Promise.all([generateKeys(), generateKeys()]);
  const validity = { notBefore: new Date(), notAfter: new Date(Date.now() + YEARS_MS), signingAlgorithm: ALGORITHM };
  const issuer = await x509.X509CertificateGenerator.createSelfSigned({
    ...validity,
    serialNumber: "01",
    name: "CN=Laptop test root, O=Nobody",
    keys: root,
    extensions: [
      new x509.BasicConstraintsExtension(true, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
      await x509.SubjectKeyIdentifierExtension.create(root.publicKey),
    ],
  });
  const certificate = await x509.X509CertificateGenerator.create({
    ...validity,
    serialNumber: "02",
    subject: "CN=Laptop, O=Nobody",
    issuer: issuer.subject,
    publicKey: own.publicKey,
    signingKey: root.privateKey,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([CLAIM_SIGNING], true),
      await x509.SubjectKeyIdentifierExtension.create(own.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(root.publicKey),
    ],
  });
  const pkcs8 = await webcrypto.subtle.exportKey("pkcs8", own.privateKey);
  return {
    privateKey: toPem(createPrivateKey({ key: Buffer.from(pkcs8), format: "der", type: "pkcs8" })),
    certificates: `${certificate.toString("pem")}\n${issuer.toString("pem")}`,
  };
}
