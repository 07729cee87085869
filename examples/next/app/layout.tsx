import type { ReactNode } from 'react';
import './style.css';

export const metadata = {
  title: 'Three portraits',
  description: 'A page of Next whose pictures are sentences in a JSON file',
};

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
