export function PartsScreen() {
  return null
}
