import { useEffect } from 'react'

/** Logs that the user pressed Logout, and nothing else: the menu has closed, and the sample user stays signed in. */
export function SignOut({ onStay }: { onStay: () => void }) {
  useEffect(() => {
    console.log('Logout')
    onStay()
  }, [onStay])
  return null
}
