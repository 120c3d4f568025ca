/**
 * Actions in the audit log of attempts that were refused, written by `failureLog` with a reason and a count. An attempt
 * to sign in or to change the password:
 */
export const signInFailed = 'account.sign-in-failed'
/** A second step of someone who is signed in. */
export const reauthenticationFailed = 'account.reauthentication-failed'
/** A code of a headset that none shows, entered by someone who is signed in. */
export const pairingFailed = 'account.pairing-failed'

/** All of them. */
export const failedSignInActions = [signInFailed, reauthenticationFailed, pairingFailed]
