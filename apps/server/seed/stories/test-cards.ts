/** The sandbox cards that the stories pay with, by the tokens of the core's list of test cards. */
export const successCard = 'card_succeeds'
export const declinedCard = 'card_declined'
