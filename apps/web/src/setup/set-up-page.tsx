export function SetUpPage() {
  return <main />;
}
