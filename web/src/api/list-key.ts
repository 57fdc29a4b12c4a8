/** What SWR puts before the key of a whole list; its pages have plain keys besides. */
const LIST = "$inf$";

export const isList = (key: string) => key.startsWith(LIST);

/** The key without what marks it as that of a list: method, path and query of the read. */
export const plainKey = (key: string) => key.replace(LIST, "");

/** The key of the list whose first page has this key. */
export const listKey = (firstPage: string) => LIST + firstPage;
