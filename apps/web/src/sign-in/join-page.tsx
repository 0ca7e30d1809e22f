export function JoinPage() {
  return <main />;
}
