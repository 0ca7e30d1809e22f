export function LinkErrorPage() {
  return <main />;
}
