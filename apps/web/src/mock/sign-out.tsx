import { useEffect } from 'react'

/** Logs that the user pressed Logout, and nothing else: the menu has closed, and the sample user stays signed in. */
export function SignOut({ onStay }: { onStay: () => void }) {
  useEffect(() => {
    // The specification's own behaviour, which this build keeps.
    // oxlint-disable-next-line no-console
    console.log('Logout')
    onStay()
  }, [onStay])
  return null
}
