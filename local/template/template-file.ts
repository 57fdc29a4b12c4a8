import * as z from "zod/mini";

/** The parts of a resource that the laptop reads. */
export const Resource = z.object({
  Type: z.string(),
  Condition: z.optional(z.string()),
  DependsOn: z.optional(z.union([z.string(), z.array(z.string())])),
  Properties: z.optional(z.record(z.string(), z.unknown())),
  UpdatePolicy: z.optional(z.record(z.string(), z.unknown())),
});

/** The parts of a synthesized template that the laptop reads. */
export const Template = z.object({
  Resources: z.record(z.string(), Resource),
  Parameters: z.optional(z.record(z.string(), z.object({ Default: z.optional(z.unknown()) }))),
  Conditions: z.optional(z.record(z.string(), z.unknown())),
  Mappings: z.optional(z.record(z.string(), z.record(z.string(), z.record(z.string(), z.unknown())))),
  Outputs: z.optional(z.record(z.string(), z.object({ Value: z.unknown() }))),
});

export type Template = z.infer<typeof Template>;
export type Resource = z.infer<typeof Resource>;
