import { portsBeside } from "#local/cloud/ports-beside.ts";

/** Where the running laptop's services listen. */
export const laptopPorts = () => portsBeside(Number(process.env.PORT || 3000));
