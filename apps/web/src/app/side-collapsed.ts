import { useState } from 'react'

const key = 'sidebar-collapsed'

/** Whether the side navigation shows icons only; remembered on this device until somebody signs out. */
export function useCollapsed(): [boolean, (collapsed: boolean) => void] {
  const [collapsed, setCollapsed] = useState(() => localStorage.getItem(key) === 'true')
  return [
    collapsed,
    (next) => {
      localStorage.setItem(key, String(next))
      setCollapsed(next)
    },
  ]
}
