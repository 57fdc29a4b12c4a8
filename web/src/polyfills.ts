/** Loaded only by supported browsers that lack one of these; `index.html` tests for them. */

Promise.withResolvers ??= <Value>() => {
  const resolvers = {} as PromiseWithResolvers<Value>;
  resolvers.promise = new Promise((resolve, reject) => Object.assign(resolvers, { resolve, reject }));
  return resolvers;
};

// Amplify calls it.
URL.canParse ??= (url, base) => {
  try {
    return Boolean(new URL(url, base));
  } catch {
    return false;
  }
};
