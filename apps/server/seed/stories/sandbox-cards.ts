/** Sandbox cards used by the stories, by the tokens in the core's list of test cards. */
export const successCard = 'card_succeeds'
export const declinedCard = 'card_declined'
