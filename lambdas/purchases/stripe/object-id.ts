/** The id of one of Stripe's objects, which may be expanded. */
export const idOf = (object: string | { readonly id: string }) => (typeof object === "string" ? object : object.id);
