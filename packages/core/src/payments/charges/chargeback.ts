/** The state of a chargeback: the client's bank decides for the creator (`won`) or for the client (`lost`). */
export type ChargebackState = 'open' | 'won' | 'lost'
