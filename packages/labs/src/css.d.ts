/** Style sheets are bundled with the card that imports them. */
declare module "*.css";
