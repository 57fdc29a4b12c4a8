/** The product's name: the only place where it stands. */
export const APP_NAME = "Ochre";
