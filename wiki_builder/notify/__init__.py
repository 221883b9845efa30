"""Telling the owner: messages to chats, by webhook and by mail, and an issue of the repository."""
