export function ConfirmPage() {
  return <main />;
}
