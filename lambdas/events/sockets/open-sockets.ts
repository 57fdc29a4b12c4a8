import {
  ApiGatewayManagementApiClient,
  DeleteConnectionCommand,
  GoneException,
  PostToConnectionCommand,
} from "@aws-sdk/client-apigatewaymanagementapi";
import { ServerMessage } from "#shared/model/socket.ts";

/** The connected browsers. */
export interface Sockets {
  /** `gone` if the connection is closed; throws for any other failure. */
  post(connectionId: string, message: ServerMessage): Promise<"sent" | "gone">;
  /** Closes a connection; a closed one is fine. */
  close(connectionId: string): Promise<void>;
}

async function mapGone(call: Promise<unknown>) {
  try {
    await call;
    return "sent";
  } catch (error) {
    if (error instanceof GoneException) return "gone";
    throw error;
  }
}

export function openSockets({ SOCKET_ENDPOINT }: { readonly SOCKET_ENDPOINT: string }): Sockets {
  const client = new ApiGatewayManagementApiClient({ endpoint: SOCKET_ENDPOINT });
  return {
    post: (ConnectionId, message) => {
      const Data = JSON.stringify(ServerMessage.parse(message));
      return mapGone(client.send(new PostToConnectionCommand({ ConnectionId, Data })));
    },
    close: async (ConnectionId) => {
      await mapGone(client.send(new DeleteConnectionCommand({ ConnectionId })));
    },
  };
}
