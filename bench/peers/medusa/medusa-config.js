const { defineConfig } = require("@medusajs/framework/utils");

const origin = `http://127.0.0.1:${process.env.API_PORT}`;
const secret = "only-on-loopback";

module.exports = defineConfig({
  admin: { disable: true },
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    databaseDriverOptions: { connection: { ssl: false } },
    http: { storeCors: origin, adminCors: origin, authCors: origin, jwtSecret: secret, cookieSecret: secret },
  },
});
