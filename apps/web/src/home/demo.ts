/** The dashboard that every instance has from its first start. */
export const DEMO = "delivery-workers";
