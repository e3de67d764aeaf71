"""What servers of pages for this machine's browsers share: where they listen, whom they answer."""
