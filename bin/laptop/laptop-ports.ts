import { servicePorts } from "#local/cloud/service-ports.ts";

/** Where the running laptop's services listen. */
export const laptopPorts = () => servicePorts(Number(process.env.PORT || 3000));
