import { streamConsumers } from "#lib/bundling/entries.ts";

/** Every wildcard that a policy may hold, and why nothing narrower will do. */
export const JUSTIFIED_WILDCARDS: readonly { readonly who: RegExp; readonly what: RegExp; readonly why: string }[] = [
  {
    who: /^(media|process-upload|process-table-stream)$/,
    what: /^s3:(DeleteObject|GetObject|PutObject) on <PicturesOriginals\w+>\/uploads\/\*$/,
    why: "The keys of uploads are made while running; the folder holds nothing else.",
  },
  {
    who: /^(export-personal-data|licenses|process-upload|process-table-stream)$/,
    what: /^s3:(DeleteObject|GetObject|PutObject) on <PicturesOriginals\w+>\/originals\/\*$/,
    why: "The keys of originals are made while running; the folder holds verified ones only.",
  },
  {
    who: /^(licenses|process-upload|process-table-stream)$/,
    what: /^s3:(DeleteObject|GetObject|PutObject) on <PicturesOriginals\w+>\/licensed\/\*$/,
    why: "The keys of previews are made while running; the folder holds those for holders of a licence only.",
  },
  {
    who: /^(export-personal-data|process-table-stream|users)$/,
    what: /^s3:(DeleteObject|GetObject|PutObject) on <PicturesOriginals\w+>\/exports\/\*$/,
    why: "An archive is named by its owner and its request; the folder holds nothing else.",
  },
  {
    who: /^licenses$/,
    what: /^s3:(GetObject|PutObject) on <PicturesOriginals\w+>\/delivered\/\*$/,
    why: "A file is named by its licence; the folder holds nothing else.",
  },
  {
    who: /^(export-personal-data|licenses|process-upload|process-table-stream)$/,
    what: /^s3:(DeleteObject|GetObject|PutObject) on <PicturesPreviews\w+>\/media\/\*$/,
    why: "The keys of previews are made while running; the folder holds nothing else.",
  },
  {
    who: new RegExp(
      `^(${streamConsumers()
        .map(({ name }) => name)
        .join("|")})$`,
    ),
    what: /^s3:PutObject on <StreamsUndeliveredRecords\w+>\/aws\/lambda\/\*$/,
    why: "Lambda chooses the key of a record that failed; the bucket holds nothing else.",
  },
  {
    who: new RegExp(
      `^(${streamConsumers()
        .map(({ name }) => name)
        .join("|")})$`,
    ),
    what: /^dynamodb:ListStreams on \*$/,
    why: "DynamoDB lists streams of the account or none; what a stream holds is granted by its name.",
  },
  {
    who: /^(sockets|close-unauthenticated|push-notifications)$/,
    what: /^execute-api:ManageConnections on \S+:<SocketsApi\w+>\/socket\/(POST|DELETE)\/@connections\/\*$/,
    why: "Connections come and go; the API and its stage are named.",
  },
  {
    who: /^CDK/,
    what: /^s3:\S+ on (<SiteFiles\w+>|arn:<AWS::Partition>:s3:::cdk-hnb659fds-assets-\S+?)(\/\*)?$/,
    why: "The CDK's helper copies the site's files, whatever they are called, while the stack is deployed.",
  },
];
